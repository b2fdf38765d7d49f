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

/** Executes a contract. Never throws for a failed call. */
export type RunTool = (contract: Contract, input: unknown, signal: AbortSignal) => Promise<Outcome>

type Calling = { run: RunTool; request: ServerContext['mcpReq']; server: Server }

const ANSWER = 'gate'

/**
 * Answers one tool call. A tool that waits for a person first asks the client to open the decision page, if it can open URLs. The client's
 * response only confirms that the person was asked: the state is read again and nothing else in the response counts.
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
    return toResult(await run(contract, isWillingToWait ? input : question.withoutWaiting(input), request.signal))
  }
  if (!contract.input.safeParse(input).success) return toResult(await run(contract, input, request.signal))
  const seen = await run(contract, question.withoutWaiting(input), request.signal)
  const open = seen.ok ? question.ask(seen.output) : null
  return open ? inputRequired({ inputRequests: { [ANSWER]: inputRequired.elicitUrl(open) } }) : toResult(seen)
}

const opensPages = z.object({ elicitation: z.object({ url: z.object({}) }) })

/** The capability is part of every request since 2026-07-28; before that it was declared once in the handshake. */
function canOpenPages({ request, server }: Calling): boolean {
  const envelope = new Map(Object.entries(request.envelope ?? {}))
  return opensPages.safeParse(envelope.get(CLIENT_CAPABILITIES_META_KEY) ?? server.getClientCapabilities()).success
}
