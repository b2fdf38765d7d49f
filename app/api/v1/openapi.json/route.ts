import { otherMethods } from '@/lib/http/other-methods'

export { openApiAnswer as GET } from '@/lib/http/openapi/document'
export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
