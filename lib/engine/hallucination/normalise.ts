/** Normalises text to lower case, plain quotes and dashes, and single spaces. */
export function normalise(text: string): string {
  return text
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, '-')
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .toLowerCase()
    .trim()
}
