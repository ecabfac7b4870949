import { Injectable } from '@nestjs/common';
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What operators may watch, in Prometheus' text format at `/metrics`. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private collectsProcess = false;

  /** Seconds per HTTP request, by method and status. */
  readonly requestSeconds = new Histogram({
    name: 'workbench_http_request_duration_seconds',
    help: 'Time from request to last byte.',
    labelNames: ['method', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [this.registry],
  });

  readonly runs = new Counter({
    name: 'workbench_studio_runs_total',
    help: 'Query runs by kind of connection and how they ended.',
    labelNames: ['kind', 'status'],
    registers: [this.registry],
  });

  /** All metrics as text. Process metrics are collected from the first reading on: an unwatched server pays nothing. */
  text(): Promise<string> {
    if (!this.collectsProcess) collectDefaultMetrics({ register: this.registry });
    this.collectsProcess = true;
    return this.registry.metrics();
  }
}
