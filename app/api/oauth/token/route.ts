import { otherMethods } from '@/lib/http/other-methods'

export { tokenRoute as POST } from '@/lib/http/oauth'
export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods('POST')
