export { clientPackage as GET } from '@/lib/http/client-package'
