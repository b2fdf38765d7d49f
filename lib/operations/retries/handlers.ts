import type { ProjectContext } from '../context'
import type { DeskOperation } from '../dead-letters/store'
import { AppError } from '../errors'
import { ingestBatch } from '../ingest/ingest-batch'
import { retryQualityGate } from '../quality/evaluate-quality-gate'

/** Repeats an operation with its stored arguments; resolves to a note on the result, throws when it fails again. */
type Handler = (ctx: ProjectContext, args: unknown) => Promise<string>

const handlers: Record<DeskOperation, Handler> = {
  'run:submit': submitRun,
  'judge:evaluate_quality_gate': judgeAgain,
}

/** Executes an operation; arguments stored as JSON text are parsed first. */
export function execute(ctx: ProjectContext, operation: DeskOperation, args: unknown): Promise<string> {
  return handlers[operation](ctx, typeof args === 'string' ? readArgs(args) : args)
}

async function submitRun(ctx: ProjectContext, args: unknown): Promise<string> {
  const { accepted, rejected } = await ingestBatch(ctx, [args], 'dead letters')
  const [refused] = rejected
  if (refused) throw new AppError(refused.code, refused.path ? `${refused.path}: ${refused.reason}` : refused.reason)
  return `Run ${accepted[0]?.id} was ingested.`
}

async function judgeAgain(ctx: ProjectContext, args: unknown): Promise<string> {
  await retryQualityGate(ctx, args)
  return 'The judge answered.'
}

function readArgs(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid_input', 'args: is not valid JSON')
  }
}
