import { isRecord } from '@/lib/contracts/is-record'
import { tools } from './tools'

/** The name of the tool that a message calls; null if it calls none. */
export function calledTool(message: unknown): unknown {
  if (!isRecord(message) || message.method !== 'tools/call' || !isRecord(message.params)) return null
  return message.params.name
}

/** The paths in a message of what the tool that it calls keeps digit for digit. */
export function exactIn(message: unknown): readonly string[] {
  const name = calledTool(message)
  const { exact = [] } = tools.find((tool) => tool.name === name)?.contract ?? {}
  return exact.map((path) => `params.arguments.${path}`)
}
