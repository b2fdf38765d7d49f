import type { Metadata } from 'next'
import { ReferenceScreen } from '@/components/reference/reference-screen'
import { sessionUser } from '@/lib/auth'
import { ingestRuns } from '@/lib/contracts/ingest'
import { qualityTools } from '@/lib/contracts/quality/tools'
import { rescoreRuns } from '@/lib/contracts/rescore'
import { openApiDocument } from '@/lib/http/openapi/document'
import { tools } from '@/lib/mcp/tools'

const commands = new Map([
  [ingestRuns.name, 'veritas run submit'],
  [rescoreRuns.name, 'veritas rescore'],
  ...qualityTools.map(({ name }) => [name, `veritas ${name} body.json`] as const),
])

/** MCP tool names and the command of each operation, by contract name. */
const elsewhere = Object.fromEntries(
  [...new Set([...commands.keys(), ...tools.map(({ contract }) => contract.name)])].map((name) => [
    name,
    { mcp: tools.filter(({ contract }) => contract.name === name).map((tool) => tool.name), cli: commands.get(name) },
  ]),
)

export const metadata: Metadata = { title: 'API reference' }

/** Public, since it contains nothing beyond the program itself. */
export default async function ReferencePage() {
  const user = await sessionUser()
  return <ReferenceScreen document={openApiDocument()} otherNames={elsewhere} isSignedIn={user !== null} />
}
