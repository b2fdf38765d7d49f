import { asText } from '@/lib/ingest/json/fields'
import type { Dialect } from './dialect'

/** The kind of a span that names none: one with an agent's name is an agent, one that asked for a model is a request. */
export const readHints: Dialect = (read) => {
  const agent = asText(read.take('agent_name', 'gen_ai.agent.name'))
  const model = asText(read.take('gen_ai.request.model', 'llm.model_name'))
  return { kind: agent !== undefined ? 'agent' : model !== undefined ? 'llm' : undefined }
}
