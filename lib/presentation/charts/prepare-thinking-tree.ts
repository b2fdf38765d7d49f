import type { ThoughtNode } from '@/lib/contracts/thinking/sessions'

/** The deepest separate level; deeper branches share it. */
export const DEEPEST_LEVEL = 6
const HUES = 9

/** A part of a line beside a row: the upper half, the lower half, or both. `hue` null is the main line, else 1 to 9. */
type Rail = { level: number; hue: number | null; isAbove: boolean; isBelow: boolean }

export type ThoughtRow = {
  thought: ThoughtNode
  /** 0 is the main line. */
  level: number
  hue: number | null
  /** In drawing order, from the left; the row's own line is the last. */
  rails: Rail[]
  /** The first row of a branch; `isLost` if its origin is no longer kept. */
  fork: { branchId: string; from: number; isLost: boolean } | null
  /** Index of the row that this one revises; null if it is no longer kept. */
  revisedRow: number | null
  /** Numbers of the thoughts that revise this one. */
  revisedBy: number[]
}

type Line = {
  id: string | null
  hue: number | null
  origin: ThoughtNode['origin']
  /** Whether its origin is no longer kept. */
  isLost: boolean
  thoughts: ThoughtNode[]
  forks: Map<number, Line[]>
}

/** Arranges thoughts as the rows of a tree: each branch is placed between its origin and the next thought of that line. */
export function prepareThinkingTree(thoughts: readonly ThoughtNode[]): ThoughtRow[] {
  const lines = toLines(thoughts)
  attachForks(lines)
  const rows: ThoughtRow[] = []
  for (const line of lines.values()) if (line.isLost) emit(rows, line, 1, [])
  const main = lines.get(null)
  if (main) emit(rows, main, 0, [])
  return linkRevisions(rows, lines)
}

function toLines(thoughts: readonly ThoughtNode[]): Map<string | null, Line> {
  const lines = new Map<string | null, Line>()
  let branches = 0
  for (const thought of thoughts) {
    const { branchId: id, origin } = thought
    const known = lines.get(id)
    if (known) known.thoughts.push(thought)
    else
      lines.set(id, {
        id,
        hue: id === null ? null : (branches++ % HUES) + 1,
        origin,
        isLost: false,
        thoughts: [thought],
        forks: new Map(),
      })
  }
  return lines
}

/** Attaches each branch to its origin; those without one are lost. */
function attachForks(lines: Map<string | null, Line>): void {
  for (const line of lines.values()) {
    const { origin } = line
    if (line.id === null || !origin) continue
    const parent = lines.get(origin.parentId)
    if (!parent?.thoughts.some((thought) => thought.number === origin.number)) line.isLost = true
    else parent.forks.set(origin.number, [...(parent.forks.get(origin.number) ?? []), line])
  }
}

/** `around`: the parents' lines that are drawn beside this one's rows. */
function emit(rows: ThoughtRow[], line: Line, depth: number, around: readonly Rail[]): void {
  const level = Math.min(depth, DEEPEST_LEVEL)
  for (const [index, thought] of line.thoughts.entries()) {
    const forks = line.forks.get(thought.number) ?? []
    const hasNext = index < line.thoughts.length - 1
    const own: Rail = { level, hue: line.hue, isAbove: index > 0, isBelow: hasNext || forks.length > 0 }
    const isFirst = index === 0 && line.id !== null && line.origin !== null
    rows.push({
      thought,
      level,
      hue: line.hue,
      rails: [
        ...around
          .filter((rail) => rail.level < level)
          .map((rail) => (isFirst ? rail : below(rail)))
          .filter(isDrawn),
        own,
      ],
      fork:
        isFirst && line.origin && line.id !== null
          ? { branchId: line.id, from: line.origin.number, isLost: line.isLost }
          : null,
      revisedRow: null,
      revisedBy: [],
    })
    for (const [place, fork] of forks.entries()) {
      const passes = hasNext || place < forks.length - 1
      const beside: Rail = { level, hue: line.hue, isAbove: true, isBelow: passes }
      emit(rows, fork, depth + 1, [...around.map(below).filter(isDrawn), beside])
    }
  }
}

/** Below the first row of a branch a parent's line continues whole, or not at all. */
function below(rail: Rail): Rail {
  return { ...rail, isAbove: rail.isBelow }
}

const isDrawn = ({ isAbove, isBelow }: Rail) => isAbove || isBelow

/** Links each revision to the latest earlier thought of that number, on its line or its origins. */
function linkRevisions(rows: ThoughtRow[], lines: Map<string | null, Line>): ThoughtRow[] {
  const placeOf = new Map(rows.map((row, place) => [row.thought.ordinal, place]))
  for (const row of rows) {
    const { revises } = row.thought
    if (revises === null) continue
    const revised = findOnLine(row.thought, revises, lines)
    const place = revised && placeOf.get(revised.ordinal)
    if (place === undefined) continue
    row.revisedRow = place
    rows[place]?.revisedBy.push(row.thought.number)
  }
  return rows
}

function findOnLine(thought: ThoughtNode, number: number, lines: Map<string | null, Line>): ThoughtNode | undefined {
  let id = thought.branchId
  for (let step = 0; step <= lines.size; step++) {
    const line = lines.get(id)
    const found = line?.thoughts.find((candidate) => candidate.number === number)
    if (found || !line?.origin) return found
    id = line.origin.parentId
  }
  return undefined
}
