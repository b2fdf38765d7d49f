const otherCase =
  /\b(?:would|should|could|might|may|must|can|if|when|unless|suppose|assuming|example|typical(?:ly)?|usual(?:ly)?|general(?:ly)?|average|ideal(?:ly)?|recommend\w*|suggest\w*|expect\w*|plan\w*|hopes?|wants?|targets?|goals?|another|others?|similar|previous(?:ly)?|predecessor|former(?:ly)?|earlier|last|next|ago|used to|old|newest|instead|rather)\b/g
const monthMay = /(?<=.)\bMay\b/g

/** Returns the words of a sentence for another case, time or thing than the one at hand, of which another value may be told. */
export function otherCaseWords(text: string): readonly string[] {
  return text.replace(monthMay, '').toLowerCase().match(otherCase) ?? []
}
