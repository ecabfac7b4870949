import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '#libs/access';
import type { FolderListing, SqlFile, SqlFileContent, SqlFileList } from '#libs/api';
import { BrowseQueryDto, SqlFileChangeDto, SqlFileDto } from '../dto/file.dto.js';
import { Allow, CurrentActor, TakesText } from '../../platform/index.js';
import { FilesService } from './files.service.js';

@ApiTags('Studio')
@Controller('api/studio/files')
@Allow('read')
export class FilesController {
  constructor(private readonly files: FilesService) {}

  /** Bookmarked files by name. */
  @Get()
  list(@CurrentActor() actor: Actor): Promise<SqlFileList> {
    return this.files.list(actor);
  }

  /** The folders and `.sql` files of an allowed folder. */
  @Get('browse')
  browse(@CurrentActor() actor: Actor, @Query() query: BrowseQueryDto): Promise<FolderListing> {
    return this.files.browse(actor, query.path);
  }

  /** Bookmarks a file; with `create` it is made first. */
  @Post()
  @Allow('manage')
  add(@CurrentActor() actor: Actor, @Body() body: SqlFileDto): Promise<SqlFile> {
    return this.files.add(actor, body);
  }

  /** The file as it is on disk. */
  @Get(':id')
  read(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<SqlFileContent> {
    return this.files.read(actor, id);
  }

  /** Saves in place; 409 when the file was changed on disk since `etag`. */
  @Put(':id')
  @TakesText()
  @Allow('manage')
  save(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() body: SqlFileChangeDto): Promise<SqlFile> {
    return this.files.save(actor, id, body);
  }

  /** Removes the bookmark, never the file. */
  @Delete(':id')
  @Allow('manage')
  @HttpCode(204)
  remove(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.files.remove(actor, id);
  }
}
