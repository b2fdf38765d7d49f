import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { getGateBrief, getRunBrief } from '@/lib/contracts/briefs'
import type { Contract, InputOf, OutputOf } from '@/lib/contracts/contract'
import { listGates } from '@/lib/contracts/gates'
import { listRuns } from '@/lib/contracts/runs'
import { listThinkingTemplates } from '@/lib/contracts/thinking/templates'
import { getWeek, listWeeks } from '@/lib/contracts/weekly/weeks'
import type { RunTool } from './call-tool'
import { toExamples, tools } from './tools'

const MARKDOWN = 'text/markdown'
const JSON_TYPE = 'application/json'
/** Number of resources listed per kind. */
const LISTED = 10
const SUGGESTED = 20

/** Existing ids that start with the typed text. */
export const suggestions = {
  run: async (ask: Ask, typed: string) => {
    const { runs } = await ask(listRuns, typed === '' ? { limit: SUGGESTED } : { text: typed, limit: SUGGESTED })
    return beginning(
      runs.flatMap(({ clientId, id }) => [clientId, id]),
      typed,
    )
  },
  gate: async (ask: Ask, typed: string) => {
    const { gates } = await ask(listGates, { limit: SUGGESTED })
    return beginning(
      gates.map(({ id }) => id),
      typed,
    )
  },
  week: async (ask: Ask, typed: string) => {
    const { current, weeks } = await ask(listWeeks, {})
    return beginning([current, ...weeks.map(({ week }) => week)], typed)
  },
  template: async (ask: Ask, typed: string) => {
    const { templates } = await ask(listThinkingTemplates, {})
    return beginning(
      templates.map(({ name }) => name),
      typed,
    )
  },
  tool: async (_ask: Ask, typed: string) =>
    beginning(
      tools.map(({ name }) => name),
      typed,
    ),
}

type Noun = keyof typeof suggestions
type Listed = { id: string; title: string }

type Described = {
  title: string
  description: string
  mimeType: string
  list?: (ask: Ask) => Promise<Listed[]>
  read: (ask: Ask, id: string, uri: string) => Promise<string>
}

const resources: Record<Noun, Described> = {
  run: {
    title: 'Run',
    description: "Brief of a run: the request, the output, where it went wrong. By the desk's id or the client's.",
    mimeType: MARKDOWN,
    list: async (ask) => {
      const { runs } = await ask(listRuns, { limit: LISTED })
      return runs.map(({ id, clientId, title, chain, version, decision }) => ({
        id,
        title: `${title ?? clientId}, ${chain} ${version}: ${decision}`,
      }))
    },
    read: async (ask, runId) => (await ask(getRunBrief, { runId })).markdown,
  },
  gate: {
    title: 'Gate',
    description: 'Brief of a gate: the question, the evidence, the decision and its reason.',
    mimeType: MARKDOWN,
    list: async (ask) => {
      const { gates } = await ask(listGates, { limit: LISTED })
      return gates.map(({ id, title, state }) => ({ id, title: `${title}: ${state}` }))
    },
    read: async (ask, gateId) => (await ask(getGateBrief, { gateId })).markdown,
  },
  week: {
    title: 'Week',
    description: 'The page of a week, such as 2026-W47: what got better and worse, gates, failures, actions.',
    mimeType: MARKDOWN,
    list: async (ask) => {
      const { current, weeks } = await ask(listWeeks, { limit: LISTED })
      return [...new Set([current, ...weeks.map(({ week }) => week)])].map((week) => ({
        id: week,
        title: `Week ${week}`,
      }))
    },
    read: async (ask, week) => (await ask(getWeek, { week })).markdown,
  },
  template: {
    title: 'Thinking template',
    description: 'A workflow that thoughts can follow, with the tools it recommends.',
    mimeType: JSON_TYPE,
    list: async (ask) => {
      const { templates } = await ask(listThinkingTemplates, {})
      return templates.map(({ name }) => ({ id: name, title: `Workflow ${name}` }))
    },
    read: async (ask, name, uri) => {
      const { templates } = await ask(listThinkingTemplates, {})
      const found = templates.find((template) => template.name === name)
      if (!found) throw new ResourceNotFoundError(uri)
      return JSON.stringify(found.template, null, 2)
    },
  },
  tool: {
    title: 'Tool',
    description: "Full JSON Schemas of a tool's input and output; tools/list contains only a short input schema.",
    mimeType: JSON_TYPE,
    read: async (_ask, name, uri) => {
      const tool = tools.find((candidate) => candidate.name === name)
      if (!tool) throw new ResourceNotFoundError(uri)
      const { description, inputSchema, outputSchema, contract } = tool
      return JSON.stringify({ name, description, inputSchema, outputSchema, examples: toExamples(contract) }, null, 2)
    },
  },
}

export const resourceUri = (noun: Noun, id: string) => `veritas://${noun}s/${encodeURIComponent(id)}`

/** Adds runs, gates, weeks, templates and tools as resources; the newest of the first four kinds are listed. */
export function addResources(server: McpServer, run: RunTool): void {
  const never = new AbortController().signal
  for (const [noun, { list, read, ...metadata }] of Object.entries(resources) as [Noun, Described][]) {
    const template = new ResourceTemplate(`veritas://${noun}s/{${noun}}`, {
      list:
        list &&
        (async ({ mcpReq }: ServerContext) => toList(noun, metadata.mimeType, await list(askBy(run, mcpReq.signal)))),
      complete: { [noun]: (typed) => suggestions[noun](askBy(run, never), typed) },
    })
    server.registerResource(noun, template, metadata, async (uri, variables, { mcpReq }) => {
      const id = decodeId(String(variables[noun] ?? ''), uri.href)
      const text = await read(askBy(run, mcpReq.signal, uri.href), id, uri.href)
      return { contents: [{ uri: uri.href, mimeType: metadata.mimeType, text }] }
    })
  }
}

/** @throws ResourceNotFoundError for a `%` that encodes nothing */
function decodeId(encoded: string, uri: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new ResourceNotFoundError(uri)
  }
}

function toList(noun: Noun, mimeType: string, listed: readonly Listed[]) {
  return { resources: listed.map(({ id, title }) => ({ uri: resourceUri(noun, id), name: title, title, mimeType })) }
}

const beginning = (ids: readonly string[], typed: string) =>
  [...new Set(ids)].filter((id) => id.toLowerCase().startsWith(typed.toLowerCase())).slice(0, SUGGESTED)

/** Calls a contract to get the data of a resource or prompt. */
export type Ask = <C extends Contract>(contract: C, input: InputOf<C>) => Promise<OutputOf<C>>

/** Calls contracts for one caller, and converts errors to those of the protocol; `uri` is the requested resource. */
export function askBy(run: RunTool, signal: AbortSignal, uri = ''): Ask {
  return async <C extends Contract>(contract: C, input: InputOf<C>) => {
    const outcome = await run(contract, input, signal)
    if (outcome.ok) return outcome.output as OutputOf<C>
    const { code, message } = outcome.error
    if (code === 'not_found' && uri !== '') throw new ResourceNotFoundError(uri)
    const isTheirs = code === 'invalid_input' || code === 'not_found' || code === 'forbidden'
    throw new ProtocolError(isTheirs ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError, message)
  }
}
