import type { AppError } from '../errors'
import { registry } from '../registry'
import { toAppError } from '../to-app-error'
import { makeProject } from './factories'

/** Calls quality tools by name with the key of a new project. */
export async function makeToolCaller() {
  const { key } = await makeProject()
  const call = async (tool: string, input: unknown): Promise<Record<string, unknown>> => {
    const operation = registry.find(({ contract }) => contract.name === tool)
    if (!operation) throw new Error(`no tool ${tool}`)
    return (await operation.run(key, input)) as Record<string, unknown>
  }
  const refusal = (tool: string, input: unknown): Promise<AppError> =>
    call(tool, input).then((answer) => {
      throw new Error(`answered ${JSON.stringify(answer)}`)
    }, toAppError)
  return { key, call, refusal }
}
