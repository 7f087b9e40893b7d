/** Fields that a framework fills from a request. */
export const filledFields =
  /^(?:BindProperty|FromQuery|FromForm|FromRoute|FromBody|SupplyParameterFromQuery|SupplyParameterFromForm)$/;

/** Words of interfaces that say what is answered over the network. */
export const contractWords = ['Contract', 'Mapping', '@Path', '@GET', '@POST'];
