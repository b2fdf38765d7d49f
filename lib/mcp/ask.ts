import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Contract, InputOf, OutputOf } from '@/lib/contracts/contract'
import type { RunTool } from './call-tool'

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
