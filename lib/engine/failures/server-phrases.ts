const link = '(?:connection|socket|stream|network|channel|websocket)'
const cannot = "(?:failed|unable|couldn't|could not|cannot|can't)"

/** Wording of services that are busy, broken or out of reach, and of deadlines that passed. */
export const serverPhrases = {
  rate: [
    String.raw`\brate[ -]?limit(?:s|ed|ing)?\b(?:\s+(?:error|exceeded|reached|hit|was hit|has been (?:reached|exceeded|hit)))?`,
    String.raw`\btoo many (?:requests|tokens|concurrent)\b|\brequests? too (?:quickly|fast|frequently|often)\b|\bthrottl(?:ed|ing)\b`,
    String.raw`\brequest rate\b[^.\n]{0,30}\b(?:high|exceed\w*)\b|\bhigh demand\b|\btokens? per min(?:ute)?\b|\brequests? per (?:minute|second|day)\b`,
    String.raw`\breduce (?:the frequency of|your) (?:requests?|request rate)\b|\bresource has been exhausted\b|\bslow down\b`,
    String.raw`\bconcurrency limit\b|\b(?:at|no|over|insufficient) capacity\b`,
  ],
  serverAnswer: [
    String.raw`\bservice (?:is )?(?:temporarily |currently )?unavailable\b|\b(?:temporarily|currently) (?:unavailable|overloaded)\b`,
    String.raw`\binternal (?:server )?error\b|\bbad gateway\b|\bgateway time-?out\b|\bupstream (?:connect|request|server) (?:error|failed|failure|timeout|timed out)\b`,
    String.raw`\b(?:server|provider|model|service|api|engine|system)s?\b[^.\n]{0,30}\b(?:overloaded|had an error|busy|(?:is|are) down)\b|^\W{0,9}(?:\w+\s?error\W{1,9})?overloaded\b(?=\W*$|\s*[:.,;(·-])`,
  ],
  timeout: [
    String.raw`\btime[ds]?[ -]?out\b|\btiming out\b|\btimeouts?\b|\bdeadline (?:was |has been |is )?exceeded\b|\btook too long\b`,
    String.raw`\b(?:time|wall[- ]clock|execution) (?:limit|budget)\s+(?:(?:was|has been|is)\s+)?(?:exceeded|reached|expired|hit)\b`,
    String.raw`\b(?:exceeded|hit|reached|over|past)\s+(?:the\s+|its\s+)?(?:\w+\s+)?(?:time ?limit|deadline|time budget|time allowed)\b`,
    String.raw`\bexceeded\s+(?:the\s+)?(?:(?:max(?:imum)?|allowed)\s+(?:\w+\s+)?(?:time|duration)|\d+(?:\.\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?))\b`,
    String.raw`\b(?:did not|didn't) (?:respond|finish|complete|return) (?:with)?in\b|\bexit(?:ed)?(?: with)?(?: code| status)? 124\b`,
  ],
  connection: [
    String.raw`\b${link}\s+(?:\w+\s+){0,3}?(?:reset|refused|aborted|closed|lost|dropped|terminated|interrupted|error|failed|failure|unreachable|disconnected|hung up)\b`,
    String.raw`\bsocket hang up\b|\bbroken pipe\b|\bfetch failed\b|\bfailed to fetch\b|\b(?:peer|server|host) (?:closed|reset|dropped) (?:the )?connection\b`,
    String.raw`\b${cannot}\s+(?:to\s+)?(?:connect|reach|establish a (?:new )?connection|resolve (?:host|hostname|proxy|domain))\b`,
    String.raw`\bname resolution\b|\bname or service not known\b|\bgetaddrinfo\b|\bnetwork is unreachable\b|\bno route to host\b|\bdns (?:lookup|resolution|error|failure)\b`,
    String.raw`\bremote end closed\b|\bserver disconnected\b|\bincomplete (?:chunked )?read\b|\b(?:unexpected eof|eof occurred)\b|\bempty reply from server\b`,
    String.raw`\b(?:temporary|transient|intermittent) (?:\w+ )?(?:failure|issue|error|problem|outage)\b|\btry again (?:later|in a (?:moment|few))\b|\btls handshake\b|\bstream (?:disconnected|ended unexpectedly)\b|\bunable to process your request\b`,
  ],
}
