import { describe, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

const script = {
  'index.js': `
var express = require('express');
var bodyParser = require('body-parser');
var mongoose = require('mongoose');
var app = express();
app.use(bodyParser.json());
require('./routes/users')(app, mongoose);
app.use('/files', require('./routes/files'));
app.listen(3000);
`,
  'routes/users.js': `
var _ = require('lodash');
var service = require('../lib/service');
module.exports = function (app, db) {
  app.post('/login', function (q, s) {
    db.model('User').findOne({ name: q.body.name, pass: q.body.pass }, function (err, user) { // !nosql
      if (err) return s.status(500).end();
      s.json(user);
    });
  });
  app.get('/greet', function (q, s) {
    s.send(service.greeting(q.query.name)); // !xss
  });
  app.get('/greet-safely', function (q, s) {
    s.send(service.greeting(_.escape(q.query.name)));
  });
  app.put('/settings', function (q, s) {
    var settings = service.settings();
    _.merge(settings, q.body); // !prototype_pollution
    s.json(settings);
  });
  app.get('/calc', function (q, s) {
    service.later(q.query.term, function (err, value) {
      s.json({ value: value });
    });
  });
};
`,
  'lib/service.js': `
exports.greeting = function (name) {
  return ['<h1>', 'Hello ', name, '</h1>'].join('');
};
exports.settings = function () {
  return { color: 'red' };
};
exports.later = function (term, done) {
  process.nextTick(function () {
    try {
      done(null, eval('(' + term + ')')); // !code
    } catch (e) {
      done(e);
    }
  });
};
`,
  'routes/files.js': `
const fs = require('fs');
const path = require('path');
const { Router } = require('express');
const { spawn } = require('child_process');
const router = Router();
const ROOT = path.resolve(__dirname, '../files');

const within = (name) => {
  const full = path.resolve(ROOT, name);
  if (!full.startsWith(ROOT + path.sep)) throw new Error('outside');
  return full;
};

router.get('/:name', async (q, s, next) => {
  try {
    s.type('text').send(await fs.promises.readFile(within(q.params.name), 'utf8'));
  } catch (e) {
    next(e);
  }
});
router.get('/raw/:name', (q, s) => fs.createReadStream(path.join(ROOT, q.params.name)).pipe(s)); // !path
router.post('/zip', (q, s) => {
  const names = q.body.names.map((name) => path.basename(name));
  const child = spawn('zip', ['-r', 'out.zip', ...names]);
  child.on('close', () => s.end());
});
router.post('/tar', (q, s) => {
  const child = spawn('sh', ['-c', 'tar cf out.tar ' + q.body.names.join(' ')]); // !command
  child.on('close', () => s.end());
});
router.get('/go', ({ query: { to = '/' } }, s) => s.redirect(to)); // !redirect
router.get('/home', (q, s) => s.redirect('/home?tab=' + encodeURIComponent(q.query.tab)));
module.exports = router;
`,
};
const python = {
  'shop/urls.py': `
from django.urls import path, re_path
from . import views
urlpatterns = [
    path('orders/<str:name>/', views.order),
    path('orders/', views.Orders.as_view()),
    path('run/', views.run, name='run'),
    path('search/', views.search),
]
`,
  'shop/forms.py': `
from django import forms

class SearchForm(forms.Form):
    text = forms.CharField(max_length=40)
    page = forms.IntegerField(required=False)
`,
  'shop/models.py': `
from django.db import models, connection

class OrderManager(models.Manager):
    def cheapest(self, column):
        return self.raw('SELECT * FROM shop_order ORDER BY %s' % column)  # !sql

    def named(self, name):
        return self.get_queryset().filter(name=name)

class Order(models.Model):
    name = models.CharField(max_length=40)
    objects = OrderManager()

    @classmethod
    def count_of(cls, name):
        with connection.cursor() as c:
            c.execute('SELECT COUNT(*) FROM shop_order WHERE name = %s', [name])
            return c.fetchone()[0]
`,
  'shop/tasks.py': `
import subprocess
from celery import shared_task

@shared_task
def export(name, kind='csv'):
    subprocess.check_output(f'export {name} {kind}', shell=True)  # !command
`,
  'shop/views.py': `
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views import View
from .forms import SearchForm
from .models import Order
from .tasks import export

def order(r, name):
    return HttpResponse('<h1>%s</h1>' % name)  # !xss

class Orders(View):
    def get(self, r):
        found = Order.objects.cheapest(r.GET.get('sort', 'price'))
        named = Order.objects.named(r.GET.get('name'))
        return JsonResponse({'n': Order.count_of(r.GET.get('name')), 'a': len(found), 'b': named.count()})

def run(r):
    export.delay(r.POST['name'], kind='pdf')
    return HttpResponse(status=202)

def search(r):
    form = SearchForm(r.GET)
    if not form.is_valid():
        return render(r, 'search.html', {'form': form})
    text = form.cleaned_data['text']
    return HttpResponse(mark_safe('<p>' + text + '</p>'))  # !xss
`,
};
const go = {
  'go.mod': 'module example.org/app\n',
  'main.go': `package main

import (
	"example.org/app/controllers"
	"example.org/app/models"
	"github.com/gin-gonic/gin"
)

func main() {
	models.Connect()
	r := gin.Default()
	api := r.Group("/v1")
	{
		api.GET("/orders", controllers.List)
		api.POST("/orders", controllers.Create)
		api.GET("/orders/:id", controllers.Get)
		api.DELETE("/cache/:name", controllers.Clear)
	}
	r.Run()
}
`,
  'models/order.go': `package models

import (
	"fmt"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
)

type Order struct {
	ID   uint
	Name string
}

var DB *gorm.DB

func Connect() {
	db, err := gorm.Open(sqlite.Open("x.db"), &gorm.Config{})
	if err != nil {
		panic(err)
	}
	DB = db
}

func FindOrders(filter map[string]string, sort string) (list []Order, err error) {
	q := DB.Model(&Order{})
	for field, value := range filter {
		q = q.Where(fmt.Sprintf("%s = ?", field), value) // !sql
	}
	err = q.Order(sort).Find(&list).Error // !sql
	return
}

func FindOrder(id uint64) (order Order, err error) {
	err = DB.Where("id = ?", id).First(&order).Error
	return order, err
}
`,
  'controllers/orders.go': `package controllers

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"example.org/app/models"
	"github.com/gin-gonic/gin"
)

type input struct {
	Name string \`json:"name" binding:"required"\`
	Hook string \`json:"hook"\`
}

func List(g *gin.Context) {
	filter := map[string]string{}
	for key, values := range g.Request.URL.Query() {
		filter[key] = values[0]
	}
	orders, err := models.FindOrders(filter, g.DefaultQuery("sort", "id"))
	if err != nil {
		g.AbortWithStatus(http.StatusInternalServerError)
		return
	}
	g.JSON(http.StatusOK, orders)
}

func Get(g *gin.Context) {
	id, err := strconv.ParseUint(g.Param("id"), 10, 64)
	if err != nil {
		return
	}
	order, _ := models.FindOrder(id)
	g.JSON(http.StatusOK, order)
}

func Create(g *gin.Context) {
	var in input
	if err := g.ShouldBindJSON(&in); err != nil {
		g.JSON(http.StatusBadRequest, gin.H{"error": err.Error()})
		return
	}
	go notify(in.Hook, in)
	g.Status(http.StatusCreated)
}

func notify(hook string, in input) {
	http.Get(hook)                                          // !ssrf
	exec.Command("logger", in.Name).Run()
	exec.Command("sh", "-c", "logger "+in.Name).Run()       // !command
}

func Clear(g *gin.Context) {
	os.RemoveAll(filepath.Join("/var/cache", g.Param("name"))) // !path
	os.RemoveAll(filepath.Join("/var/cache", filepath.Base(g.Param("name"))))
}
`,
};

describe('data followed from the routing table to models, tasks and helpers', () => {
  test.each([
    ['JavaScript', script],
    ['Python', python],
    ['Go', go],
  ])('%s', async (_, files) => {
    await expectFlows(files);
  });
});
