import { listRuns as contract, type RunFilters, type RunRow, type RunSort } from '@/lib/contracts/runs'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { findAsked } from './asked'
import { coverRuns } from './covered'
import { buildRunPredicate } from './filter'
import { cursorAfter, decodeRunCursor, isByTime, orderLegs, type RunCursor, runCursors } from './order'
import { type SummaryRow, toRunRows } from './rows'
import { selectByGroups, selectLeg } from './select'
import { selectByWords } from './select-by-words'
import { findExcerpts, findRequestStarts, toWordQuery } from './text'

/** Lists runs by keyset: each page continues exactly where the last ended, even if runs arrive in between. */
export const listRuns = operation(contract, (ctx, { sort, limit, cursor, ...filters }) =>
  selectRuns(ctx, filters, { sort, limit, cursor }),
)

type Page = { sort: RunSort; limit: number; cursor: string | undefined }

/** Returns one page of matching runs, and the cursor of the next page or null. */
export async function selectRuns(
  ctx: ProjectContext,
  filters: RunFilters,
  { sort, limit, cursor: text }: Page,
): Promise<{ runs: RunRow[]; next: string | null }> {
  const cursor = text === undefined ? null : decodeRunCursor(text, sort)
  const predicate = await buildRunPredicate(ctx, filters, sort)
  const words = toWordQuery(filters)
  if (!predicate || words === null) return { runs: [], next: null }
  const select = words
    ? await selectByWords(ctx, words, { predicate, sort, limit: limit + 1 })
    : predicate.groups && isByTime(sort)
      ? selectByGroups(predicate.groups)
      : selectLeg
  const rows: SummaryRow[] = []
  let endedAt: RunCursor | null = null
  for (const leg of orderLegs(sort, cursor)) {
    if (rows.length > limit || endedAt) break
    const found = await select(ctx, predicate, leg, limit + 1 - rows.length)
    rows.push(...found.rows)
    endedAt = found.endedAt
  }
  const { page, next } = runCursors.cut(rows, limit, (row) => cursorAfter(row, sort))
  const ids = page.map(({ id }) => id)
  const [runs, excerpts, asked] = await Promise.all([
    toRunRows(ctx.db, ctx.project.id, page).then((rows) => coverRuns(ctx, rows)),
    words ? findExcerpts(ctx, ids, words) : findRequestStarts(ctx, ids),
    findAsked(ctx.db, ctx.project.id, ids, undefined),
  ])
  return {
    runs: runs.map((run) => {
      const excerpt = excerpts.get(run.id)
      const askedBy = asked.get(run.id)?.by
      return { ...run, ...(excerpt !== undefined && { excerpt }), ...(askedBy !== undefined && { askedBy }) }
    }),
    next: next ?? (endedAt && runCursors.encode(endedAt)),
  }
}
