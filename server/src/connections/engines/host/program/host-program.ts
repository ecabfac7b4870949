/**
 * The engine host: a process that runs a native engine for the workbench and talks to it over file descriptor 3. It
 * has no environment, no other way out and nothing to keep: the workbench starts a new one when it ends.
 */
import { Socket } from 'node:net';
import { HostLine } from './host-line.js';
import { HostServer } from './host-server.js';

const LINE_DESCRIPTOR = 3;

const server = new HostServer(
  new HostLine(new Socket({ fd: LINE_DESCRIPTOR, readable: true, writable: true }), (request) => server.take(request)),
);
