import { otherMethods } from '@/lib/http/other-methods'

export { clientPackage as GET } from '@/lib/http/client-package'
export const { DELETE, OPTIONS, PATCH, POST, PUT } = otherMethods('GET')
