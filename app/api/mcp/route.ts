import { mcpRoute, noMcpSession } from '@/lib/http/mcp-route'
import { otherMethods } from '@/lib/http/other-methods'
import { answerMcp } from '@/lib/mcp/answer-mcp'
import { exactIn } from '@/lib/mcp/tools'

export const POST = mcpRoute(answerMcp, exactIn)
export const { OPTIONS } = otherMethods('POST')
export { noMcpSession as DELETE, noMcpSession as GET, noMcpSession as HEAD, noMcpSession as PATCH, noMcpSession as PUT }
