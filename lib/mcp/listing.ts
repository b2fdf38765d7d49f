import type { ListToolsResult } from '@modelcontextprotocol/server'
import { type Toolset, toolsets } from '@/lib/contracts/vocabulary'
import { invalidInput } from '@/lib/operations/errors'
import type { Tool } from './tools'

/** What `tools/list` shows. It does not restrict which tools can be called. */
export type Listing = {
  /** null: all toolsets. */
  toolsets: ReadonlySet<Toolset> | null
  /** Whether full input and output schemas are listed. */
  isFull: boolean
}

type ListedTool = ListToolsResult['tools'][number]

const SCHEMAS = ['short', 'full']

/**
 * Parses `toolsets=runs,gates` and `schemas=full` of a URL or command line.
 * @throws AppError invalid_input naming the invalid parameter
 */
export function readListing(asked: { toolsets?: string | null; schemas?: string | null }): Listing {
  const names = (asked.toolsets ?? '').split(',').filter((name) => name !== '')
  const known = names.filter((name): name is Toolset => toolsets.some((toolset) => toolset === name))
  const unknown = names.find((name) => !known.some((toolset) => toolset === name))
  if (unknown !== undefined)
    throw invalidInput([
      { path: 'toolsets', message: `there is no toolset "${unknown.slice(0, 40)}": use ${toolsets.join(', ')}` },
    ])
  const schemas = asked.schemas ?? 'short'
  if (!SCHEMAS.includes(schemas)) throw invalidInput([{ path: 'schemas', message: `take ${SCHEMAS.join(' or ')}` }])
  return { toolsets: known.length > 0 ? new Set(known) : null, isFull: schemas === 'full' }
}

/** The `tools/list` answer. Short, since a model reads all of it in every conversation. */
export function listTools(tools: readonly Tool[], { toolsets: shown, isFull }: Listing): ListedTool[] {
  return tools
    .filter((tool) => !tool.isAlias && (shown === null || shown.has(tool.toolset)))
    .map((tool) => ({
      name: tool.name,
      title: tool.title,
      description: tool.description,
      ...(isFull
        ? { inputSchema: objectOf(tool.inputSchema), outputSchema: objectOf(tool.outputSchema) }
        : { inputSchema: objectOf(tool.shortInputSchema) }),
      annotations: isFull ? tool.annotations : relevantHints(tool),
    }))
}

/** The SDK types schemas as plain JSON. */
const objectOf = (schema: Tool['inputSchema']) => schema as unknown as ListedTool['inputSchema']

/** For a read-only tool the other hints have no meaning. */
function relevantHints({ annotations }: Tool): Tool['annotations'] {
  const { readOnlyHint, openWorldHint } = annotations
  return readOnlyHint ? { readOnlyHint, openWorldHint } : annotations
}
