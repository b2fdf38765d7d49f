export { registerRoute as POST } from '@/lib/http/oauth'
