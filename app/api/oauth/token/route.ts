export { tokenRoute as POST } from '@/lib/http/oauth'
