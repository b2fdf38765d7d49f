const TEXT_OR_NON_NUMBER = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/**
 * Parses JSON as Python writes it: NaN and the infinities stand there as bare words, and become null.
 * @throws SyntaxError when it is no JSON beside that.
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error
    return JSON.parse(text.replace(TEXT_OR_NON_NUMBER, (token) => (token.startsWith('"') ? token : 'null')))
  }
}
