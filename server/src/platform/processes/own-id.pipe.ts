import { Injectable, Param, mixin } from '@nestjs/common';
import type { PipeTransform, Type } from '@nestjs/common';
import { Processes } from './processes.js';

/**
 * A path parameter with the id of something that one process holds, such as a run. Throws `misdirected-request` where
 * that is another running process.
 */
export function OwnId(parameter: string, noun: string): ParameterDecorator {
  return Param(parameter, ownIdPipe(noun));
}

function ownIdPipe(noun: string): Type<PipeTransform<string, Promise<string>>> {
  @Injectable()
  class OwnIdPipe implements PipeTransform<string, Promise<string>> {
    constructor(readonly processes: Processes) {}

    async transform(id: string): Promise<string> {
      await this.processes.requireOwn(id, noun);
      return id;
    }
  }
  return mixin(OwnIdPipe);
}
