export { otlpMetrics as POST } from '@/lib/http/otlp-route'
