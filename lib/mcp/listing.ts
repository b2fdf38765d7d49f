import type { ListToolsResult } from '@modelcontextprotocol/server'
import { type Toolset, toolsets } from '@/lib/contracts/vocabulary'
import { invalidInput } from '@/lib/operations/errors'
import type { Tool } from './tool'

/** What a client wants to see of the tools. Whatever it shows, every tool that the caller may use is answered. */
export type Listing = {
  /** null: all of them. */
  toolsets: ReadonlySet<Toolset> | null
  /** Whole input schemas, and those of the outputs. */
  isFull: boolean
}

type ListedTool = ListToolsResult['tools'][number]

const SCHEMAS = ['short', 'full']

/**
 * Reads `toolsets=runs,gates` and `schemas=full`, as an address or a command line has them.
 * @throws AppError invalid_input that names the one at fault
 */
export function readListing(asked: { toolsets?: string | null; schemas?: string | null }): Listing {
  const names = (asked.toolsets ?? '').split(',').filter((name) => name !== '')
  const known = names.filter((name): name is Toolset => toolsets.some((toolset) => toolset === name))
  const unknown = names.find((name) => !known.some((toolset) => toolset === name))
  if (unknown !== undefined)
    throw invalidInput([
      { path: 'toolsets', message: `there is no toolset "${unknown.slice(0, 40)}": take of ${toolsets.join(', ')}` },
    ])
  const schemas = asked.schemas ?? 'short'
  if (!SCHEMAS.includes(schemas)) throw invalidInput([{ path: 'schemas', message: `take ${SCHEMAS.join(' or ')}` }])
  return { toolsets: known.length > 0 ? new Set(known) : null, isFull: schemas === 'full' }
}

/** The tools as `tools/list` answers them: in short, since a model reads all of it with every conversation. */
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
      annotations: isFull ? tool.annotations : tellingOf(tool),
    }))
}

/** The protocol knows schemas as JSON alone. */
const objectOf = (schema: Tool['inputSchema']) => schema as unknown as ListedTool['inputSchema']

/** Of a tool that reads the other hints mean nothing. */
function tellingOf({ annotations }: Tool): Tool['annotations'] {
  const { readOnlyHint, openWorldHint } = annotations
  return readOnlyHint ? { readOnlyHint, openWorldHint } : annotations
}
