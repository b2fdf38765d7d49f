export { otlpTraces as POST } from '@/lib/http/otlp-route'
