import { diffLines, diffWordsWithSpace } from 'diff'

type TextPiece = { kind: 'same' | 'removed' | 'added'; text: string }
/** `by`: the unit of the differences; `whole` if too much differs. `isCut`: only the beginnings were compared. */
type TextDiff = { pieces: TextPiece[]; by: 'word' | 'line' | 'whole'; isCut: boolean }

/** Maximum characters of both texts together to be compared by words rather than lines. */
const WORDS_MAX = 40_000
/** Maximum characters compared of each text. */
export const COMPARED_MAX = 200_000
/** Maximum number of edits before the search is given up. */
const EDITS_MAX = { word: 1500, line: 800 }

/** Compares two texts by words; long or very different ones by lines. */
export function diffText(from: string, to: string): TextDiff {
  const isCut = Math.max(from.length, to.length) > COMPARED_MAX
  const [before, after] = [from.slice(0, COMPARED_MAX), to.slice(0, COMPARED_MAX)]
  const words =
    before.length + after.length <= WORDS_MAX
      ? diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX.word })
      : undefined
  if (words) return { pieces: words.map(toPiece), by: 'word', isCut }
  const lines = diffLines(before, after, { maxEditLength: EDITS_MAX.line })
  if (lines) return { pieces: lines.map(toPiece), by: 'line', isCut }
  const whole = [{ kind: 'removed', text: before } as const, { kind: 'added', text: after } as const]
  return { pieces: whole, by: 'whole', isCut }
}

type Changed = { value: string; added?: boolean; removed?: boolean }

const toPiece = ({ value, added, removed }: Changed): TextPiece => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
})

const EDGE = 160

/** Maximum characters shown at first of a piece that only one side has. */
const CHANGED_MAX = 6000

/** A piece as it is shown: a long one keeps its edges, with `left` characters between them omitted. */
export type ShownPiece = TextPiece & { left?: { count: number; end: string } }

/** Returns one side of a difference; long pieces are shortened unless `isWhole`. */
export function piecesOf(side: 'a' | 'b', { pieces }: TextDiff, isWhole: boolean): ShownPiece[] {
  const own = pieces.filter(({ kind }) => kind === 'same' || kind === (side === 'a' ? 'removed' : 'added'))
  return own.map((piece, place) => {
    const { length } = piece.text
    if (isWhole) return piece
    if (piece.kind !== 'same')
      return length <= CHANGED_MAX
        ? piece
        : { ...piece, text: piece.text.slice(0, CHANGED_MAX), left: { count: length - CHANGED_MAX, end: '' } }
    if (length <= 3 * EDGE) return piece
    // The first and last piece need only the edge next to a change.
    const head = place === 0 && pieces[0]?.kind === 'same' ? '' : piece.text.slice(0, EDGE)
    const end = place === own.length - 1 && pieces.at(-1)?.kind === 'same' ? '' : piece.text.slice(-EDGE)
    return { ...piece, text: head, left: { count: length - head.length - end.length, end } }
  })
}
