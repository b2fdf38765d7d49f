const allowance = '(?:limits?|caps?|quotas?|capacity|budget|allowance|credits?)'
const spending =
  '(?:spend(?:ing)?|usage|credits?|billing|budget|monthly|weekly|daily|hourly|\\d+-?hours?|plan|quota|cost|session|subscription|key)'
const usedUp = '(?:reached|exceeded|exhausted|hit|depleted|used up)'
const isA = '(?:(?:is|was|are|were|has been|have been)\\s+)?'
const notSpending = '(?!rate\\b|retry\\b|time\\b|request|token|context\\b|turn)'

/** Wording of quota, credit and billing stops, and of quotas by the minute, which are rate limits. */
export const spendPhrases = {
  perMinute: [String.raw`\b(?:quota|limit)\b[^.\n]{0,120}\bper[ _-]?(?:min(?:ute)?|sec(?:ond)?)\b`],
  spend: [
    String.raw`\b${spending}(?:\s+${notSpending}\w+)?\s+(?:${allowance}\s+)?${isA}${usedUp}\b`,
    String.raw`\b(?:${usedUp}|over)\s+(?:(?:your|the|its|my|our|an?)\s+)?(?:${notSpending}[\w()'-]+\s+){0,3}?${spending}(?:\s+\w+)?\s+${allowance}\b`,
    String.raw`\b${usedUp}\s+your\s+(?:${notSpending}[\w()'-]+\s+){0,3}?${allowance}\b`,
    String.raw`\bquota\s+${isA}${usedUp}\b|\bexceed(?:ed|s)?\s+(?:\w+\s+){0,3}quota\b`,
    String.raw`\binsufficient[ _](?:(?:account|api|credit|remaining|wallet|token)\s)?(?:quota|credits?|balance|funds)\b`,
    String.raw`\b(?:out of|no remaining|no more|not enough|run out of) (?:credits?|quota|funds|(?:extra )?usage)\b`,
    String.raw`\bcredit balance (?:is |was )?(?:too low|insufficient|exhausted|negative)\b|\bpayment required\b|\bplan and billing\b`,
    String.raw`\bcheck your billing\b|\bbilling (?:details|hard limit)\b|\bbilling (?:account )?(?:is )?(?:not active|inactive|disabled|closed)\b`,
    String.raw`\b(?:purchase|buy|add) (?:more )?credits\b|\b(?:extra usage|overages?) (?:is|are) required\b|\benable overages?\b`,
    String.raw`\b(?:quota|usage limit) (?:will )?resets? (?:at|in|on|after)\b`,
  ],
}
