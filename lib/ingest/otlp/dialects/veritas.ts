import { asCount, asId, asText } from '@/lib/ingest/json/fields'
import type { Dialect } from './dialect'

/** Our own attributes: the plain way to say what a run is. */
export const readVeritas: Dialect = (read) => {
  const attempt = asCount(read.take('veritas.attempt'))
  const kind = read.take('veritas.kind')
  return {
    chain: asText(read.take('veritas.chain', 'chain.name')),
    version: asId(read.take('veritas.version', 'chain.version')),
    scenario: asId(read.take('veritas.scenario', 'test.case.name')),
    execution: asId(read.take('veritas.execution')),
    attempt: attempt === undefined || attempt < 1 ? undefined : attempt,
    isDryRun: kind === 'dry_run' ? true : undefined,
  }
}
