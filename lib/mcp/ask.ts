import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Contract, InputOf, OutputOf } from '@/lib/contracts/contract'
import type { RunTool } from './call-tool'

/** Asks the desk what a resource or a prompt is made of. */
export type Ask = <C extends Contract>(contract: C, input: InputOf<C>) => Promise<OutputOf<C>>

/** Questions in the name of one caller, in the errors of the protocol; `uri` is what was asked for. */
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
