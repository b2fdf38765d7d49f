const credential =
  '(?:api[ _-]?keys?|x-api-key|bearer(?: token)?|access[ _-]?tokens?|auth(?:entication|orization)?(?: tokens?| headers?)?|' +
  'credentials?|access keys?|(?:oauth|refresh|id|security|session) tokens?|usernames? or passwords?)'
const bad =
  '(?:not valid|invalid(?:ated)?|incorrect|missing|expired|revoked|disabled|required|not found|not set|not provided|wrong)'
const isA = '(?:(?:is|are|was|were|has|have|has been|have been|had been)\\s+)?'
const blocked = '(?:blocked|denied|rejected|refused|forbidden|prohibited|disallowed|not (?:allowed|permitted))'
const policyMaker =
  '(?:polic(?:y|ies)|guardrails?|sandbox|safety|moderation|rules?|hooks?|allow-?list|deny-?list|filters?)'

/** Wording of refusals: who is asking (auth), what may be done at all (policy), what a person has to allow (permission). */
export const accessPhrases = {
  explicitPolicy: [String.raw`\b${blocked}\b[^.\n]{0,40}\bby\b[^.\n]{0,30}\b${policyMaker}\b`],
  auth: [
    String.raw`\b(?:invalid|incorrect|missing|expired|revoked|wrong|bad|no|unknown|malformed)\s+(?:\w+\s+){0,2}?${credential}\b`,
    String.raw`\b${credential}\s+(?:(?:you )?provided\s+|included in the request\s+)?${isA}${bad}\b`,
    String.raw`(?<!or unexpected )\b(?:invalid|expired|revoked)\s+(?:\w+\s)?token\b(?!s? (?:count|limit|at|in|position|['"‘“]))`,
    String.raw`\btoken\s+(?:is|has|was|has been)\s+(?:invalid(?:ated)?|expired|revoked)\b`,
    String.raw`\b[A-Z][A-Z0-9_]*(?:API_KEY|_TOKEN|_SECRET|ACCESS_KEY)\b\s+(?:environment variable\s+)?(?:is |was )?(?:not set|missing|required|not found|undefined|empty)\b`,
    String.raw`\b(?:did not|didn't|must|please|need to|have to)\s+(?:be set[^.\n]{0,40}|provide|supply|set|pass)\s+(?:\w+\s+){0,3}?api[ _-]?key\b|\bapi[ _-]?key\b[^.\n]{0,20}\bmust be set\b`,
    String.raw`\b(?:authentication|authorization)\s+(?:has\s+)?(?:failed|failure|error|required|expired)\b|\bfailed to authenticate\b`,
    String.raw`\b(?:could not|unable to|cannot|can't|failed to) (?:authenticate|(?:resolve|determine) (?:the )?authentication|(?:locate|load|find) (?:\w+ )?credentials|read username)\b`,
    String.raw`\bnot (?:been )?(?:authenticated|authori[sz]ed|logged in|signed in)\b|\bunauthori[sz]ed\b|\bunauthenticated\b`,
    String.raw`\b(?:session|login|sign-?in|subscription token)\s+(?:has\s+|is\s+)?expired\b|\blogin required\b|\bbad credentials\b`,
    String.raw`\b(?:please|must|need to)\s+(?:re-?)?(?:run \/?login|log ?in|sign in|authenticate|login)\b`,
    String.raw`\bpermission denied \(publickey|\baccess denied for user\b|(?:^|:\s*)forbidden\b`,
    String.raw`\b(?:account|organi[sz]ation|api key|user)\s+(?:has been|is|was)\s+(?:disabled|deactivated|suspended|revoked|banned)\b`,
  ],
  policy: [
    String.raw`\b(?:content|usage|safety|security|acceptable use|responsible ai)\s+(?:management\s+)?polic(?:y|ies)\b(?:\s+violation)?`,
    String.raw`\bpolicy (?:violation|restriction|denied|forbids|prohibits|does not allow)\b|\b(?:against|due to|per|under) (?:\w+ )?polic(?:y|ies)\b`,
    String.raw`\bviolat(?:es?|ed|ing|ion of)\b[^.\n]{0,60}\b(?:polic(?:y|ies)|guidelines|terms)\b|\bcontent filter(?:ing|ed)?\b`,
    String.raw`\b(?:our|the) safety system\b|\bguardrails?\b[^.\n]{0,20}\b(?:blocked|intervened|triggered)\b|\bflagged (?:as|by|for)\b`,
    String.raw`\b(?:tool|command|call|action|request|function|domain|url|host)\b[^.\n]{0,30}\b(?:(?:is|was|has been|were)\s+)?(?:blocked|not (?:allowed|permitted)|disallowed|forbidden|prohibited)\b`,
  ],
  permission: [
    String.raw`\bpermission denied\b|\boperation not permitted\b|\baccess (?:is )?denied\b|\bread-only file ?system\b`,
    String.raw`\b(?:requires?|needs?|requested|awaiting|waiting for|pending|without|missing)\s+(?:\w+\s+){0,3}?(?:approval|confirmation|consent|permissions?)\b`,
    String.raw`\b(?:approval|permission|confirmation|consent)\s+(?:is\s+|was\s+)?(?:required|needed|denied|not granted|refused)\b`,
    String.raw`\b(?:user|operator|human)\s+(?:has\s+)?(?:denied|declined|rejected|refused|does not want|doesn't want)\b`,
    String.raw`\b(?:do|does) not have (?:the )?(?:\w+ )?permissions?\b|\b(?:insufficient|lacks?|no) permissions?\b|\bhaven't granted\b`,
    String.raw`\bmust be (?:run as )?(?:root|super ?user)\b|\ba password is required\b`,
  ],
}
