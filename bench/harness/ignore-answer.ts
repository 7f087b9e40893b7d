const nothing = () => {};

/** For undici's `dispatch`: reads and drops the receiver's response. */
export const ignoreAnswer = {
  onRequestStart: nothing,
  onResponseStart: nothing,
  onResponseData: nothing,
  onResponseEnd: nothing,
  onResponseError: nothing,
};
