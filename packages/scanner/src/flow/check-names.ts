// The names under which the languages' libraries know a check of a text.

export const members =
  /^(?:includes|contains|Contains|ContainsAny|has|containsKey|ContainsKey|indexOf|in_array|array_key_exists|include\?|member\?|key\?|contains_key|hasOwnProperty|isMember|hasOwn|containsValue)$/;
export const starts =
  /^(?:startsWith|startswith|StartsWith|starts_with|HasPrefix|start_with\?|str_starts_with|isRelativeTo|is_relative_to|hasPrefix)$/;
export const numeric =
  /^(?:isNaN|isFinite|isInteger|isSafeInteger|is_numeric|is_int|ctype_digit|ctype_alnum|isdigit|isalnum|isalpha|isdecimal|isnumeric|isNumeric|isAlphanumeric|isAlnum|isUUID|isInt|isMongoId|IsLetterOrDigit)$/;
export const regexTests =
  /^(?:test|matches|match|fullmatch|preg_match|IsMatch|MatchString|match\?|find|search|is_match)$/;
/** Checks of frameworks that an address stays on this site. */
export const localAddress =
  /^(?:IsLocalUrl|isLocalUrl|is_safe_url|url_has_allowed_host_and_scheme|is_local_url|isRelativeUrl|url_safe\?)$/;
