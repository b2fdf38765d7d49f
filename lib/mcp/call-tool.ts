import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Contract } from '@/lib/contracts/contract'
import { isRecord } from '@/lib/contracts/is-record'
import { type Outcome, toResult } from './results'
import type { Tool } from './tool'

/** Does what a contract says and never throws for a call that failed. */
export type RunTool = (contract: Contract, input: unknown, signal: AbortSignal) => Promise<Outcome>

type Calling = { run: RunTool; request: ServerContext['mcpReq']; server: Server }

const ANSWER = 'gate'

/**
 * Answers one call. A tool that waits for a person first sends that person to the page, where the client can open one;
 * what comes back of it says only that they were asked, so the state is read again and nothing else of it counts.
 */
export async function callTool(
  { contract, question }: Tool,
  input: unknown,
  calling: Calling,
): Promise<CallToolResult | InputRequiredResult> {
  const { run, request } = calling
  if (!question || !isRecord(input) || !canOpenPages(calling))
    return toResult(await run(contract, input, request.signal))
  const asked = inputResponse(request.inputResponses, ANSWER)
  if (asked.kind === 'elicit') {
    const isWillingToWait = asked.action === 'accept'
    return toResult(await run(contract, isWillingToWait ? input : question.atOnce(input), request.signal))
  }
  if (!contract.input.safeParse(input).success) return toResult(await run(contract, input, request.signal))
  const seen = await run(contract, question.atOnce(input), request.signal)
  const open = seen.ok ? question.ask(seen.output) : null
  return open ? inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl(open) } }) : toResult(seen)
}

const opensPages = z.object({ elicitation: z.object({ url: z.object({}) }) })

/** Said with each request since 2026-07-28, before that once, when the connection was made. */
function canOpenPages({ request, server }: Calling): boolean {
  const envelope = new Map(Object.entries(request.envelope ?? {}))
  return opensPages.safeParse(envelope.get(CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities()).success
}
