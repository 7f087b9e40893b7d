import { expect, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

test('parts of a statement are followed into Rails under both spellings, and values that Rails binds are not', () =>
  expectFlows({
    'app/controllers/products_controller.rb': `class ProductsController < ApplicationController
  def index
    Product.find(:all, :order => params[:order]) # !sql
    Product.first(conditions: "name = '#{params[:name]}'") # !sql
    Product.minimum(:price, :group => params[:group]) # !sql
    Product.calculate(:count, params[:column]) # !sql
    Product.where(["name = '#{params[:name]}' and x = ?", 1]) # !sql
    Product.where(["name = ?", params[:name]])
    Product.where(:name => params[:name])
    Product.where(params.permit(:name))
    Product.find(:first, :conditions => ["name = ?", params[:name]])
  end
end
`,
    'lib/handler.rb': `require 'pg'

def handler(event:, context:)
  connection = PG::Connection.open(dbname: 'shop')
  connection.exec_params("select * from t where id = #{event['id']}") # !sql
  connection.exec_params('select * from t where id = $1', [event['id']])
  ftp = Net::FTP.new(event['host']) # !ssrf
  Dir.chdir("/srv/#{event['folder']}") # !path
  Oj.object_load(event['body']) # !deserialization
end
`,
  }));

test('a redirect that keeps its host is not open, and a cookie that the server signed is trusted', async () => {
  const index = await expectFlows({
    'app/controllers/links_controller.rb': `class LinksController < ApplicationController
  def show
    redirect_to params.merge(:only_path => true)
    redirect_to params.permit(:page)
    send_file cookies.encrypted[:file]
    redirect_to params[:to] # !redirect
    send_file cookies[:file] # !path
  end
end
`,
  });
  expect(index.files[0]?.status).toBe('full');
});
