const nothing = () => {};

/** For undici's `dispatch`: what the receiver answers is read and dropped. */
export const ignoreAnswer = {
  onRequestStart: nothing,
  onResponseStart: nothing,
  onResponseData: nothing,
  onResponseEnd: nothing,
  onResponseError: nothing,
};
