export { revokeRoute as POST } from '@/lib/http/oauth'
