import { openNodeDoor } from '@/lib/http/node-door'
import { createRouter } from '@/lib/http/router'
import { registry, streams } from '@/lib/operations/registry'

const answer = createRouter([...registry, ...streams])
openNodeDoor(answer)

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
}
