import { openDoor } from '@/lib/http/door'
import { registry, streams } from '@/lib/operations/registry'

const answer = openDoor([...registry, ...streams])

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
