"""Sends the traces of a Python program to a Veritas desk as runs, with the OpenTelemetry SDK.

    pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http

Any instrumentation of GenAI, OpenInference or LangChain that writes to OpenTelemetry works unchanged. Without this file, environment
variables are enough:

    OTEL_EXPORTER_OTLP_ENDPOINT=https://desk.example.com
    OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20vrt_...
    OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf
"""

import os

from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor


def connect(chain: str, version: str) -> TracerProvider:
    """Sends every trace of this process to the desk, filed under this chain and version."""
    exporter = OTLPSpanExporter(
        endpoint=f"{os.environ['VERITAS_URL'].rstrip('/')}/v1/traces",
        headers={"Authorization": f"Bearer {os.environ['VERITAS_API_KEY']}"},
    )
    provider = TracerProvider(resource=Resource.create({"service.name": chain, "service.version": version}))
    provider.add_span_processor(BatchSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return provider


if __name__ == "__main__":
    provider = connect("support-answers", "1.4.0")
    tracer = trace.get_tracer("example")
    # The root span becomes the run, the spans below it its steps.
    with tracer.start_as_current_span("invoke_agent support-answers") as root:
        root.set_attribute("veritas.scenario", "reset-password")
        root.set_attribute("input.value", "How do I reset my password?")
        with tracer.start_as_current_span("chat") as call:
            call.set_attribute("gen_ai.operation.name", "chat")
            call.set_attribute("gen_ai.request.model", "a-model")
            call.set_attribute("gen_ai.usage.input_tokens", 812)
            call.set_attribute("gen_ai.usage.output_tokens", 164)
        root.set_attribute("output.value", "Open Settings, choose Security, then Reset password.")
    # Flush the remaining spans before the process exits.
    provider.shutdown()
