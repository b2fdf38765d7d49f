const jsonType = '(?:undefined|null|string|number|boolean|array|object|int\\w*|float|str|list|dict|bool)'
const fault = '(?:invalid|malformed|bad|unexpected|missing|unknown|wrong|unrecogni[sz]ed|illegal)'
const named = `(?:[:\\s]+['"‘“\`]?[^\\s'"’”\`]*[./\\\\][^\\s'"’”\`]*['"’”\`]?)?`
const path = '(?:(?:\\.{0,2}\\/)?(?:[\\w.@-]+\\/)+[\\w.@-]+|\\.{0,2}\\/[\\w.@-]+)'

/** Wording of tools and operating systems: arguments they cannot use, and files that are not there. */
export const toolPhrases = {
  arguments_: [
    String.raw`\b(?:failed|unable|could not|cannot|can't|error)\s+(?:to\s+)?(?:pars(?:e|ing)|decod(?:e|ing)|deserializ(?:e|ing))\b[^.\n]{0,40}\b(?:arguments?|args|json|parameters?|input)\b`,
    String.raw`\b${fault}\s+(?:required\s+)?(?:\w+\s+){0,2}?(?:arguments?|args|parameters?|params|json|options?|flags?|switch|operand|tool input|function call|input schema)\b`,
    String.raw`\b(?:required|positional)\s+(?:arguments?|parameters?|property|properties|fields?)\b|\bis a required property\b`,
    String.raw`\barguments? (?:are|is) required\b|\bfield required\b|\b(?:arguments?|parameters?|input) must (?:be|have|contain|match)\b`,
    String.raw`\bexpected\s+['"‘“]?\w+['"’”]?,?\s+(?:but\s+)?(?:received|got)\s+['"‘“]?${jsonType}\b|\bmust be (?:of type|one of type|an? ${jsonType})\b`,
    String.raw`\b(?:(?:un)?expected|unterminated)\b[^\n]{0,60}\bjson\b|\b(?:not|isn't) valid json\b|\bexpecting (?:property name|value|',' delimiter)`,
    String.raw`\binput should be\b|\b(?:schema|input|argument|parameter) validation (?:error|failed|failure)\b|\bunprocessable (?:entity|content)\b`,
    String.raw`\b(?:does not|doesn't|did not) (?:match|conform to|satisfy) (?:the |its )?(?:\w+ )?schema\b|\badditional properties\b[^.\n]{0,20}\bnot allowed\b`,
    String.raw`\bunexpected keyword argument\b|\binvalid choice\b|\btoo (?:few|many) arguments\b|\byou must specify\b|\boption requires an argument\b`,
    String.raw`\b(?:extra|missing)\s+(?:\w+\s)?operand\b|\boption\s+\S+\s+is (?:unknown|ambiguous)\b|\boption used in invalid context\b`,
    String.raw`^(?![\w.]{0,60}(?:Error|Exception):)[\w./-]{1,40}:\s+(?:invalid|unrecogni[sz]ed|unknown|ambiguous|illegal)\s|\btry ['‘"]?[\w ./-]{1,60}--?help\b`,
  ],
  missingPath: [
    String.raw`\bno such (?:file|directory)\b`,
    String.raw`\b(?:files?|paths?|director(?:y|ies)|folders?|dirs?)\b${named}\s*,?\s*(?:(?:was|were|is|are|could|can|does|do|did)\s*(?:not|n't)|not|doesn't|don't|couldn't|wasn't|can't|cannot)\s+(?:be\s+)?(?:found|exist|located|opened)\b`,
    String.raw`\b(?:cannot|can't|could not|couldn't|unable to|failed to)\s+(?:find|locate|open|access|stat)\s+(?:the\s+)?(?:file|path|directory|folder|specified (?:file|path))\b`,
    String.raw`\bnot a directory\b|\bdid not match any file`,
    String.raw`(?:^|\s)['"‘“]?${path}['"’”]?\s+(?:(?:was|is|could)\s+)?(?:not (?:be )?found|(?:does|do) not exist|(?:does|do)n't exist)\b`,
    String.raw`\b(?:not found|does not exist):?\s+['"‘“]?${path}\.\w{1,8}\b`,
  ],
}
