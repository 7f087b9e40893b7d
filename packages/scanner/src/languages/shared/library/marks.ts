/** Attributes of fields that a framework fills from a request. */
export const filledFields =
  /^(?:BindProperty|FromQuery|FromForm|FromRoute|FromBody|SupplyParameterFromQuery|SupplyParameterFromForm)$/;

/** Text that marks an interface whose methods are called over the network. */
export const contractMarkers = ['Contract', 'Mapping', '@Path', '@GET', '@POST'];
