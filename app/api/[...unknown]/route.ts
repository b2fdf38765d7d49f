import { handle } from '@/lib/http/respond'
import { unknownAddress } from '@/lib/operations/errors'

const answer = () => handle(() => Promise.reject(unknownAddress()))

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
