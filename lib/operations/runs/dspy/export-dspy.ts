import { exportDspy as contract, type DspyExportInput } from '@/lib/contracts/dspy-export'
import { type Table, toLine } from '@/lib/engine/dspy/to-line'
import type { ProjectContext } from '../../context'
import { streamOperation } from '../../stream-operation'
import { type ChosenRuns, chooseRuns } from './choose-runs'
import { findColumns } from './find-columns'
import { findFeedback } from './find-feedback'
import { selectExamples } from './select-examples'
import { toFacts } from './to-facts'

/**
 * Runs as examples, line by line. The columns are found first, in one pass over all of them; then page after page is read,
 * so that what is held is a page. A run that comes or changes after that is left out.
 */
export const exportDspy = streamOperation(contract, async (ctx, input) => {
  const chosen = await chooseRuns(ctx, input)
  const [request, output] = await Promise.all([
    findColumns(ctx.db, 'request', chosen),
    findColumns(ctx.db, 'output', chosen),
  ])
  const table = {
    columns: [...request.columns, ...output.columns],
    depths: { request: request.depth, output: output.depth },
  }
  return linesOf(ctx, input, chosen, table)
})

async function* linesOf(
  ctx: ProjectContext,
  input: DspyExportInput,
  chosen: ChosenRuns,
  table: Table,
): AsyncGenerator<string, void, undefined> {
  for await (const page of selectExamples(ctx.db, chosen)) {
    const feedback = await findFeedback(
      ctx.db,
      ctx.project.id,
      page.map(({ id }) => id),
    )
    for (const run of page) {
      const line = toLine(table, run, toFacts(run, feedback.get(run.id) ?? '', input))
      if (line !== null) yield line
    }
  }
}
