import { handle } from '@/lib/http/respond'
import { notFound } from '@/lib/operations/errors'

const answer = () => handle(() => Promise.reject(notFound('route')))

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
