export { otlpLogs as POST } from '@/lib/http/otlp-route'
