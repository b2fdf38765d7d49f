import { exportAudit } from '@/lib/contracts/audit'
import type { Contract } from '@/lib/contracts/contract'
import { exportDspy } from '@/lib/contracts/dspy-export'
import type { PathItem } from '@/lib/contracts/openapi'
import { jsonSchemasOf } from './json-schemas'
import { methodOf, operationObject } from './operation-object'

/** Contracts that are answered line by line; the output of each is one line. */
export const streamEndpoints: Record<string, PathItem> = Object.fromEntries(
  [exportAudit, exportDspy].map((contract) => [contract.path, streamItem(contract)]),
)

function streamItem(contract: Contract): PathItem {
  const { inputs, outputs } = jsonSchemasOf({}, { line: contract.input }, { line: contract.output })
  const operation = operationObject(contract, inputs.line ?? {}, {})
  const lines = {
    description: 'Lines of JSON, each of this shape. The connection breaks off where not all of them could be sent.',
    content: { 'application/x-ndjson': { schema: outputs.line ?? {} } },
  }
  return { [methodOf(contract)]: { ...operation, responses: { ...operation.responses, 200: lines } } }
}
