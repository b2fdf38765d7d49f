import { mcpRoute, noMcpSession } from '@/lib/http/mcp-route'
import { answerMcp } from '@/lib/mcp/answer-mcp'

export const POST = mcpRoute(answerMcp)
export { noMcpSession as DELETE, noMcpSession as GET }
