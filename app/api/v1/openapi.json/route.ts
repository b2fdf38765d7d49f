export { openApiAnswer as GET } from '@/lib/http/openapi/document'
