import { otherMethods } from '@/lib/http/other-methods'

export { otlpTraces as POST } from '@/lib/http/otlp-route'
export const { DELETE, GET, HEAD, OPTIONS, PATCH, PUT } = otherMethods('POST')
