import type { CallNames } from '../../../flow/call-words.ts';

/** The languages' names for the calls that the machine handles. */
export const callNames: CallNames = {
  localAddress:
    /^(?:IsLocalUrl|isLocalUrl|is_safe_url|url_has_allowed_host_and_scheme|is_local_url|isRelativeUrl|url_safe\?)$/,
  patterns: /^(?:test|matches|match|fullmatch|preg_match|IsMatch|MatchString|match\?|find|search|is_match)$/,
  numeric:
    /^(?:isNaN|isFinite|isInteger|isSafeInteger|is_numeric|is_int|is_integer|is_long|is_float|is_double|is_bool|ctype_digit|ctype_alnum|isdigit|isalnum|isalpha|isdecimal|isnumeric|isNumeric|isAlphanumeric|isAlnum|isUUID|isInt|isMongoId|IsLetterOrDigit)$/,
  magnitudes: /^[aA]bs(?:Exact|oluteValue)?$/,
  starts:
    /^(?:startsWith|startswith|StartsWith|starts_with|HasPrefix|start_with\?|str_starts_with|isRelativeTo|is_relative_to|hasPrefix)$/,
  ends: /^(?:endsWith|endswith|EndsWith|ends_with|HasSuffix|end_with\?|str_ends_with|hasSuffix)$/,
  members:
    /^(?:includes|contains|Contains|ContainsAny|has|containsKey|ContainsKey|indexOf|in_array|array_key_exists|include\?|member\?|key\?|contains_key|hasOwnProperty|isMember|hasOwn|containsValue)$/,
  dangerous:
    /\b(?:eval|exec\w*|Exec\w*|spawn\w*|system|passthru|shell_exec|popen\w*|proc_open|Popen|call|check_call|getoutput|getstatusoutput|run|check_output|capture\w*|Function|query|Query\w*|execute\w*|raw|loads?|unserialize|deserialize|parse\w*|fromstring|compile|render\w*|search|xpath|evaluate|readObject|ObjectInputStream|Command|ProcessBuilder|getRuntime|unsafe|merge|XMLParser|create\w*Query|create\w*Reader|newTransformer|unmarshal|evaluate|prepareStatement|getNextEntry|getEntries|infolist|namelist|getmembers|extract\w*|getNameIndex)\s*[(.]|\]\s*=|`/,
  work: /^(?:run|call|accept|apply|handle|execute|process|compute|Run|Execute|Invoke|on[A-Z]\w*)$/,
  served: /^ServeHTTP$/,
  handing:
    /^(?:add_task|enqueue|enqueue_call|submit|to_thread|run_in_executor|run_in_threadpool|run_sync|start_soon|call_soon|apply_async|setTimeout|setImmediate|nextTick|Thread|Process|Timer|start_new_thread)$/,
  claims: /^(?:require|check|assert|ensure!|assert!|checkArgument|checkState|isTrue)$/,
  claimMethods: /^(?:checkArgument|checkState|isTrue|state)$/,
  claimants: /^(?:Preconditions|Assert|Validate|Verify)$/,
  functional:
    /^(?:delay|get|apply|accept|test|run|call|invoke|applyAs\w+|getAs\w+|execute|compare|handle|Invoke|__call__)$/,
  barren:
    /^(?:is|has|can|should|equals|compare|contains|includes|startsWith|endsWith|starts_with|ends_with|indexOf|lastIndexOf|search|count|length|size|hash|test|exists|some|every|any|all|strlen|strcmp|strncmp|strpos|len|isset|empty|hashCode|getTime|now|floor|round|abs|log|info|warn|error|debug|trace|print|println|printf|verify|authenticate|assert|expect|emit|on|once|close|flush)(?:$|[A-Z_])/,
  mutators:
    /^(?:Write\w*|ReadFrom|Store|append|add|push|put|insert|write|concat|prepend|enqueue|offer|unshift|push_str|<<|addAll|putAll|extend|update|merge|assign|set[A-Z]\w*|with[A-Z]\w*|load|read\w*|copy\w*|fill)$/,
  notWrapping:
    /^(?:then|on|once|forEach|map|filter|reduce|some|every|find|sort|describe|it|test|set\w+|use[A-Z]\w*)$/,
  numberMakers:
    /(?:^|\.)(?:Number|parseInt|parseLong|parseDouble|parseFloat|Boolean|BigInt|int|float|bool|(?:Integer|Long|UUID)\.(?:valueOf|fromString))$/,
  delayed: /^(?:setTimeout|Timer)$/,
  demands: /^(?:abort_unless|throw_unless|assert|invariant|ok)$/,
  refusals: /^(?:abort_if|throw_if)$/,
  transforms:
    /^(?:to|as|decode|unescape|unquote|trim|strip|concat|join|format|replace|substring|slice|split|lower|upper|normalize|resolve|String|Buffer|from|parse|get|copy|clone|valueOf|new)/i,
  fluent: /^(?:set|with|add|append|put)[A-Z]?/,
  mapping:
    /^(?:map|flatMap|mapToObj|mapNotNull|mapIndexed|Select|SelectMany|and_then|filter_map|flat_map|joinToString|reduce|inject)$/,
  plainPaths: /^(?:resolve|normalize|realpath|realpathSync|abspath|normpath|expand_path)$/,
  sameText:
    /^(?:trim|toLowerCase|toUpperCase|lower|upper|strip|toString|slice|resolve|normalize|getCanonicalPath|getCanonicalFile|getAbsolutePath|getAbsoluteFile|toAbsolutePath|getPath|toPath|toRealPath|to_string_lossy|to_str|downcase|squish)$/,
  textMakers: /^(?:str|String|strval|string)$/,
  signChecks:
    /(?:isLetter|isDigit|isLetterOrDigit|is_ascii_alphanumeric|is_alphanumeric|is_ascii_digit|IsLetterOrDigit|IsLetter|IsDigit)$/,
  patternMethods: /^(?:toRegex|toPattern)$/,
  plainPathHint:
    /\.\.(?!\.)|normali[sz]e|normpath|resolve|realpath|abspath|canonical|Clean\(|expand_path|toRealPath|GetFullPath|cleanpath|relative|basename|secure_filename|safe_join|startsWith\(\s*\w*(?:root|base|dir)/i,
  plainPathOf: /^(?:Clean|Abs|EvalSymlinks|realpath|normpath|abspath|realpathSync|normalize)$/,
  folderParts: /^(?:parents?|getParent(?:File)?|Parent|dirname|Dir|GetDirectoryName|DirectoryName)$/,
  lookups:
    /^(?:get|find|fetch|load|lookup|retrieve|query|select|read)_?(?:[oO]ne|[bB]y|[uU]nique)(?:[A-Z_]\w*)?$|^(?:get|find|fetch|lookup|retrieve|query|select)_?(?:[oO]bject|[rR]ecord|[rR]ow|[eE]ntity)(?:[A-Z_]\w*)?$|^(?:first(?:Where|OrFail|_or_404)|findOrFail|getReferenceById|get_object_or_404|get_or_404)$/,
  searches:
    /^(?:get|find|fetch|load|lookup|retrieve|query|select)_?(?:[aA]ll|[mM]any|[fF]irst|[lL]ast)(?:[A-Z_]\w*)?$/,
  freeFunctions:
    /^(?:[A-Z]\w*|print\w*|require\w*|check\w*|error|\w*(?:[lL]ist|[sS]et|[mM]ap|[aA]rray|[sS]equence)Of\w*|empty[A-Z]\w*|maxOf|minOf|with\w*|run\w*|repeat|build[A-Z]\w*|lazy|launch|async|transaction|synchronized|generateSequence)$/,
  lastParts: /^(?:getName|getFileName)$/,
  executing: /^(?:execute|Execute)\w*$/,
  commonParts: /^common(?:path|prefix)$/,
  signLists: /^(?:chars|bytes|ToCharArray|toCharArray|toList)$/,
  constructors: /^(?:__init__|__construct|initialize)$/,
  holders: /^(?:void|Task|ValueTask|Optional|\w*Future|Mono|Flux)$/,
  waiting: /\b(?:u?sleep|time_nanosleep|delay|wait)\s*\(\s*$/i,
  compiling: String.raw`(?:regexp\.MustCompile|re\.compile|Pattern\.compile|Regex::new|new\s+(?:Regex|RegExp)|Regex|Regexp\.new)`,
};
