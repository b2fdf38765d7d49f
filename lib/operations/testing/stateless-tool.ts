import type { ToolName } from '../engine-pool/thread/tasks'
import { statelessTools } from '../quality/tools'

export function statelessTool(name: ToolName) {
  const found = statelessTools.find(({ contract }) => contract.name === name)
  if (!found) throw new Error(`there is no stateless tool ${name}`)
  return found
}
